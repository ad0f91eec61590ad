export { cut as shorten } from '../http/text.ts';
