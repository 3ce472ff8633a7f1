// A live picture as a streamlit component: streamlit calls this when its data or the theme change,
// with the same place on the page, and ends it by what the first call gave back.

/**
 * @typedef {{end: () => void}} Live
 * @typedef {{parentElement: ParentNode, data: any, setStateValue: (name: string, value: any) => void}} Mount
 */

/**
 * @param {(root: HTMLElement, data: any, before: any, tell: (value: any) => void) => Live} draw
 *   draws anew in the place of `before`; `tell` hands a value to Python
 */
function component(draw) {
  /** @type {WeakMap<ParentNode, Live>} */
  const kept = new WeakMap();
  return (/** @type {Mount} */ {parentElement, data, setStateValue}) => {
    const root = /** @type {HTMLElement} */ (parentElement.querySelector(".live"));
    const before = kept.get(parentElement);
    before?.end();
    kept.set(parentElement, draw(root, data, before, value => setStateValue("told", value)));
    return () => kept.get(parentElement)?.end();
  };
}
