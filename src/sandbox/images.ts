/** Drawings of the vehicles and the operator's mark: a few lines of SVG, so that no image comes from elsewhere. */
import type { Vehicle } from './catalogue.ts';

const bodies = {
  campervan: 'M40 150V92q0-14 14-14h150q12 0 20 10l28 34q8 8 8 18v10z',
  motorhome: 'M30 150V56q0-10 10-10h196q10 0 10 10v22h14q12 0 18 12l12 26v34z',
  car: 'M30 150v-22q0-10 12-12l30-6 30-26q6-6 16-6h62q12 0 20 8l26 26 28 6q14 3 14 18v14z',
};
const windows = {
  campervan: 'M62 92h40v28H62zm52 0h40v28h-40zm54 0h30q8 0 14 8l16 20h-60z',
  motorhome: 'M52 66h52v30H52zm70 0h40v30h-40zM246 92h14q8 0 12 8l9 20h-35z',
  car: 'M84 112l24-21q4-3 10-3h24v24zm66-24h28q8 0 14 6l19 18h-61z',
};
const wheels = { campervan: [84, 214], motorhome: [76, 238], car: [84, 222] };

/** `image/svg+xml`. Holds nothing but numbers: a name would have to be escaped. */
export function drawVehicle({ id, kind }: Vehicle): string {
  const hue = (id * 47) % 360;
  const tyres = wheels[kind].map(
    (x) => `<circle cx="${x}" cy="150" r="20" fill="#23292b"/><circle cx="${x}" cy="150" r="9" fill="#cfd6d6"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
<rect width="320" height="200" fill="hsl(${hue} 35% 88%)"/>
<path d="M0 140l60-50 50 34 66-70 60 62 40-28 44 40v72H0z" fill="hsl(${hue} 25% 78%)"/>
<path d="M0 160h320v40H0z" fill="hsl(${hue} 15% 60%)"/>
<path d="${bodies[kind]}" fill="hsl(${hue} 48% 42%)"/>
<path d="${windows[kind]}" fill="#eaf4f6"/>
${tyres.join('')}
</svg>
`;
}

export function drawLogo(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="14" fill="#0f6b57"/>
<path d="M32 52c0-12-2-20-12-28 12 2 14 12 14 20 0-14 2-24 14-30-8 10-12 22-12 38z" fill="#f3f7f2"/>
</svg>
`;
}
