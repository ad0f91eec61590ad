/** The look of the pages, light and dark. */

/** The frame of every page, and all of ours that the documentation page can bear beside its own. */
export const frameStyle = `:root {
  color-scheme: light dark;
  --ink: #1d2b2a; --dim: #55666a; --paper: #f6f8f6; --card: #fff; --line: #d5dedb;
  --accent: #0f6b57; --on-accent: #fff; --notice: #fff3cf; --notice-ink: #574200; --alert: #fde7e4; --alert-ink: #7d1d12;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6eeec; --dim: #a3b4b2; --paper: #141b1a; --card: #1e2726; --line: #36433f;
    --accent: #5cc9ab; --on-accent: #06231b; --notice: #3a3110; --notice-ink: #f3e1a2; --alert: #48201b; --alert-ink: #ffd2cb;
  }
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

/** What is inside the frame. */
export const pageStyle = `h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.75rem 0 1rem; }
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
