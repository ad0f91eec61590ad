/** What names look like: depots, vehicles, accessories and plans use the same kind. */
export type NameKind = 'plain' | 'macrons' | 'emoji' | 'long' | 'markup' | 'all the same';

export type Named = 'depot' | 'vehicle' | 'accessory' | 'plan';

const PLAIN: Readonly<Record<Named, readonly string[]>> = {
  depot: ['Whangarei Town Basin', 'Picton Ferry', 'Nelson Airport', 'Taupo Lakefront', 'Napier Port', 'Gore'],
  vehicle: ['Kea 2 Berth', 'Weka Compact', 'Tui Campervan', 'Ruru Sleeper', 'Kaka Minibus'],
  accessory: ['Child seat', 'Snow chains', 'Bicycle rack', 'Camping chair', 'Portable heater', 'Roof box'],
  plan: ['Basic cover', 'Reduced excess', 'Full cover'],
};

const MACRONS: Readonly<Record<Named, readonly string[]>> = {
  depot: ['Tāmaki Makaurau', 'Te Whanganui-a-Tara', 'Ōtautahi', 'Tāhuna', 'Kirikiriroa', 'Ōamaru'],
  vehicle: ['Tūī Waka', 'Kākā Pēpi', 'Pūkeko Nui'],
  accessory: ['Tūru tamariki', 'Mekameka hukarere', 'Pahikara ētahi'],
  plan: ['Kāore he taupā', 'Āwhina katoa'],
};

export function nameOf(what: Named, index: number, kind: NameKind): string {
  const plain = pick(PLAIN[what], index);
  switch (kind) {
    case 'plain':
      return numbered(plain, index, PLAIN[what].length);
    case 'macrons':
      return numbered(pick(MACRONS[what], index), index, MACRONS[what].length);
    case 'emoji':
      return `🚐👨‍👩‍👧‍👦 ${plain} ❤️ ${index} \u202eتوا\u202c`;
    case 'long':
      return `${index} ${plain} ${'with a very long name '.repeat(10)}`.slice(0, 200);
    case 'markup':
      return `<b>${plain}</b> & "${index}" <script>alert('${index}')</script> \\ %s \${${index}}`;
    case 'all the same':
      return 'Rental';
  }
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}

/** The second round through a list gets numbers. */
function numbered(name: string, index: number, length: number): string {
  return index < length ? name : `${name} ${Math.floor(index / length) + 1}`;
}
