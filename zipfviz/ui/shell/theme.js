// streamlit runs no script when the theme is changed, by hand or by the system at dusk. Each theme
// is asked for once, so that a server that goes on to tell another is not asked for ever.
let asked;
export default function ({data, setTriggerValue}) {
  const app = document.querySelector('[data-testid="stApp"]');
  const look = () => {
    const now = getComputedStyle(app).colorScheme;
    if (now === data.theme) asked = undefined;
    else if (now !== asked) setTriggerValue("theme", asked = now);
  };
  const observer = new MutationObserver(look);
  observer.observe(app, {attributes: true, attributeFilter: ["class"]});
  look();
  return () => observer.disconnect();
}
