/** The parts of a total, in the order in which a quote has them. */
export interface Fee {
  readonly key: 'rentalFee' | 'routeFee' | 'accessoriesFee' | 'insuranceFee';
  readonly label: string;
  /** What it is for, if that can be left out. */
  readonly extra?: 'accessory' | 'insurance';
}

export const fees: readonly Fee[] = [
  { key: 'rentalFee', label: 'Rental' },
  { key: 'routeFee', label: 'Route fee' },
  { key: 'accessoriesFee', label: 'Accessories', extra: 'accessory' },
  { key: 'insuranceFee', label: 'Insurance', extra: 'insurance' },
];
