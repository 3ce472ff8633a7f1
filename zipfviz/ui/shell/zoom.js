// Hears plotly's own event on every chart of the page and tells the axes' ranges; see zoom.py for
// their form. The names of the link's parameter and of the mark on a zoomed figure are KEY and MARK
// there.
const param = "zoom";
function read() {
  const zooms = new Map();
  for (const part of (new URL(location).searchParams.get(param) || "").split("__")) {
    const [chart, ...rest] = part.split("_");
    const axes = {};
    for (let i = 0; i + 2 < rest.length; i += 3) axes[rest[i]] = rest.slice(i + 1, i + 3);
    if (chart) zooms.set(chart, axes);
  }
  return zooms;
}
function written(zooms) {
  return [...zooms].map(([chart, axes]) => [chart,
    ...Object.entries(axes).flatMap(([axis, span]) => [axis, ...span])].join("_")).join("__");
}
function chartOf(plot) {
  const named = plot.closest('[class*="st-key-"]');
  return named && [...named.classList].find(c => c.startsWith("st-key-")).slice(7);
}
function isFirst(axis) {
  const [from, to] = [axis._rangeInitial0, axis._rangeInitial1];
  if (from === undefined && to === undefined) return axis.autorange === true;
  return axis.range[0] === from && axis.range[1] === to;
}
export default function ({setTriggerValue}) {
  const heard = new WeakSet();
  const attach = () => document.querySelectorAll(".js-plotly-plot").forEach(plot => {
    if (!plot._ev || heard.has(plot._ev) || !plot._fullLayout) return;
    heard.add(plot._ev);
    plot.on("plotly_relayout", event => {
      const chart = chartOf(plot), axisMoved = /^[xy]axis\d*\.(auto)?range/;
      if (!chart || !Object.keys(event).some(key => axisMoved.test(key))) return;
      const zooms = read(), layout = plot._fullLayout;
      const came = (layout.meta || {}).zoomed ? zooms.get(chart) || {} : {};
      const axes = Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key));
      const moved = axes.filter(key => !isFirst(layout[key]));
      const kept = {};
      for (const key of axes) {
        const name = key.replace("axis", "");
        if (moved.includes(key) || (moved.length && name in came))
          kept[name] = layout[key].range.map(v => String(+Number(v).toPrecision(5)));
      }
      if (moved.length) zooms.set(chart, kept); else zooms.delete(chart);
      setTriggerValue("zoom", written(zooms));
    });
  });
  const timer = setInterval(attach, 400);
  return () => clearInterval(timer);
}
