/** The style sheets and drawings of the site. Serving them from here keeps other hosts out of the pages. */
import type { Vehicle } from './catalogue.ts';

/** The frame of every page. The documentation page uses only this, beside its own style sheet. */
export const frameStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2b2a, #e6eeec); --dim: light-dark(#55666a, #a3b4b2);
  --paper: light-dark(#f6f8f6, #141b1a); --card: light-dark(#fff, #1e2726); --line: light-dark(#d5dedb, #36433f);
  --accent: light-dark(#0f6b57, #5cc9ab); --on-accent: light-dark(#fff, #06231b);
  --notice: light-dark(#fff3cf, #3a3110); --notice-ink: light-dark(#574200, #f3e1a2);
  --alert: light-dark(#fde7e4, #48201b); --alert-ink: light-dark(#7d1d12, #ffd2cb);
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main, .top { max-width: 70rem; margin: 0 auto; padding: 1rem 1.25rem; }
.top a, .skip { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--card); padding: 0.5rem; }
.top { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; justify-content: space-between; }
.top nav { display: flex; gap: 1.25rem; }
.top .brand { display: flex; gap: 0.6rem; align-items: center; font-weight: 700; color: inherit; text-decoration: none; }
.notice { margin: 0; padding: 0.5rem 1.25rem; text-align: center; background: var(--notice); color: var(--notice-ink); }
.dark-mode { --paper: #1c2022; }
.dark-mode .swagger-ui .headers .header-col { color: inherit; }
.swagger-ui .scheme-container { background: none; box-shadow: none; }
`;

/** The content of all other pages. */
export const contentStyle = `h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.75rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 0 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 0; }
a { color: var(--accent); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.alert { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--alert); color: var(--alert-ink); }
.lead { font-size: 1.15rem; max-width: 45rem; }
.small, .trip { color: var(--dim); }
.small { font-size: 0.9rem; margin: 0.25rem 0; }
.search, .panel, .chosen, .cards > li, .facts {
  background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem;
}
.search { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); align-items: end; margin-bottom: 2rem; }
.search label { display: grid; gap: 0.25rem; font-weight: 600; }
input, select, button, .button { font: inherit; padding: 0.5rem 0.75rem; border-radius: 0.5rem; border: 1px solid var(--line); }
.search input, .search select { width: 100%; height: 2.75rem; font-weight: 400; color: inherit; background: var(--paper); }
.search button { height: 2.75rem; }
button, .button {
  display: inline-block; background: var(--accent); color: var(--on-accent); border-color: var(--accent);
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
button:disabled { background: none; color: var(--dim); border-color: var(--line); cursor: not-allowed; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.cards > li { display: grid; gap: 0.5rem; align-content: start; grid-template-rows: auto 1fr auto auto; }
.cards.links > li { grid-template-rows: auto 1fr; }
.cards.links > li > a { font-weight: 600; }
.cards p { margin: 0; }
.cards img, .chosen img { width: 100%; height: auto; border-radius: 0.5rem; }
.chosen { display: grid; gap: 1.25rem; grid-template-columns: minmax(8rem, 16rem) 1fr; margin-bottom: 1rem; }
.columns { display: grid; gap: 1rem; grid-template-columns: 3fr 2fr; align-items: start; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend { font-weight: 700; font-size: 1.25rem; padding: 0 0 0.25rem; }
.choice { display: grid; grid-template-columns: 3.75rem 1fr auto; gap: 0.5rem; align-items: center; padding: 0.3rem 0; }
.choice + .choice { border-top: 1px solid var(--line); }
.choice select { padding: 0.2rem 0.3rem; color: inherit; background: var(--paper); }
.choice input { justify-self: center; }
.price { color: var(--dim); white-space: nowrap; }
table { width: 100%; border-collapse: collapse; margin-bottom: 1rem; }
th { text-align: left; font-weight: normal; }
td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 0.35rem 0; vertical-align: top; }
tfoot th, tfoot td { font-weight: 700; font-size: 1.15rem; border-top: 2px solid var(--line); }
.facts { display: grid; gap: 0.5rem; }
.facts div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
dt { flex: 0 0 6rem; color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
.chosen p:last-child { margin-bottom: 0; }
@media (max-width: 45rem) {
  .columns, .chosen { grid-template-columns: 1fr; }
}
`;

const shapes = {
  campervan: {
    body: 'M40 150V92q0-14 14-14h150q12 0 20 10l28 34q8 8 8 18v10z',
    windows: 'M62 92h40v28H62zm52 0h40v28h-40zm54 0h30q8 0 14 8l16 20h-60z',
    wheels: [84, 214],
  },
  motorhome: {
    body: 'M30 150V56q0-10 10-10h196q10 0 10 10v22h14q12 0 18 12l12 26v34z',
    windows: 'M52 66h52v30H52zm70 0h40v30h-40zM246 92h14q8 0 12 8l9 20h-35z',
    wheels: [76, 238],
  },
  car: {
    body: 'M30 150v-22q0-10 12-12l30-6 30-26q6-6 16-6h62q12 0 20 8l26 26 28 6q14 3 14 18v14z',
    windows: 'M84 112l24-21q4-3 10-3h24v24zm66-24h28q8 0 14 6l19 18h-61z',
    wheels: [84, 222],
  },
};

/** The drawing contains only numbers, so nothing needs escaping. */
export function drawVehicle({ id, kind }: Vehicle): string {
  const hue = (id * 47) % 360;
  const { body, windows, wheels } = shapes[kind];
  const circles = wheels.map(
    (x) => `<circle cx="${x}" cy="150" r="20" fill="#23292b"/><circle cx="${x}" cy="150" r="9" fill="#cfd6d6"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
<rect width="320" height="200" fill="hsl(${hue} 35% 88%)"/>
<path d="M0 140l60-50 50 34 66-70 60 62 40-28 44 40v72H0z" fill="hsl(${hue} 25% 78%)"/>
<path d="M0 160h320v40H0z" fill="hsl(${hue} 15% 60%)"/>
<path d="${body}" fill="hsl(${hue} 48% 42%)"/>
<path d="${windows}" fill="#eaf4f6"/>
${circles.join('')}
</svg>
`;
}

export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="14" fill="#0f6b57"/>
<path d="M32 52c0-12-2-20-12-28 12 2 14 12 14 20 0-14 2-24 14-30-8 10-12 22-12 38z" fill="#f3f7f2"/>
</svg>
`;

/** Starts the documentation. A separate file, because the content policy allows no inline script. `validatorUrl` would be a foreign host. */
export const startScript = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  presets: [SwaggerUIBundle.presets.apis],
});
`;
