/** Whether a value that was read is a document. */
import { isNumeric } from '../json.ts';
import { isoDate } from '../planner/calendar.ts';
import type { Shape, SimpleType } from '../shape.ts';

const tests: Readonly<Record<SimpleType, (value: unknown) => boolean>> = {
  id: Number.isSafeInteger,
  integer: Number.isSafeInteger,
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  number: Number.isFinite,
  amount: isNumeric,
  text: isText,
  link: isText,
  date: (value) => isText(value) && isoDate(value) !== undefined,
  instant: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  flag: (value) => typeof value === 'boolean',
  nothing: (value) => value === null,
  any: () => true,
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The path of the first value that does not fit: `offers[3].vehicle.name`. Undefined if the whole value fits. */
export function misfit(shape: Shape, value: unknown, path = ''): string | undefined {
  if (value === null && shape.nullable === true) return undefined;
  if (value === undefined && shape.optional === true) return undefined;
  if (shape.type === 'choice') return shape.values.some((one) => one === value) ? undefined : path;
  if (shape.type === 'union') return misfitOfAll(shape.options, value, path);
  if (shape.type === 'list') {
    if (!Array.isArray(value)) return path;
    return first(value.entries(), ([place, item]) => misfit(shape.item, item, `${path}[${place}]`));
  }
  if (shape.type !== 'object') return tests[shape.type](value) ? undefined : path;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
  const has = (key: string): unknown =>
    Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  return first(Object.entries(shape.fields), ([key, inner]) =>
    misfit(inner, has(key), path === '' ? key : `${path}.${key}`),
  );
}

/** Of several forms, the one that fits furthest says what is wrong. */
function misfitOfAll(options: readonly Shape[], value: unknown, path: string): string | undefined {
  const misfits = options.map((option) => misfit(option, value, path));
  if (misfits.includes(undefined)) return undefined;
  return misfits.sort((a = '', b = '') => b.length - a.length)[0];
}

function first<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
