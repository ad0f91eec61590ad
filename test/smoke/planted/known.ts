/** What smoke does not report. A test fails when one of these is found, or another one is not. */

/** The share of planted defects that may be missed. */
export const mostMissed = 0.05;

/** A run has 34 requests for a good operator, and each parameter needs one more. Each endpoint gets a malformed date and id. */
const notAsked: readonly string[] = [
  'availability with a malformed pick_up_depot_id: not refused',
  'availability with a malformed pick_up_depot_id: a crash',
  'availability with a malformed drop_off_date: not refused',
  'availability with a malformed drop_off_date: a crash',
  'quotes with a malformed pick_up_depot_id: not refused',
  'quotes with a malformed pick_up_depot_id: a 404',
  'quotes with a malformed drop_off_depot_id: not refused',
  'quotes with a malformed drop_off_depot_id: a number as error',
  'quotes with a malformed pick_up_date: not refused',
  'quotes with a malformed pick_up_date: a crash',
  'accessories with a malformed drop_off_date: not refused',
  'accessories with a malformed drop_off_date: a 404',
  'insurance-types with a malformed pick_up_date: not refused',
  'insurance-types with a malformed pick_up_date: an object as error',
];

/** Without another source of prices, amounts that are all in cents look like high prices. */
const notKnowable: readonly string[] = ['all: every amount in cents'];

export const knownMisses: readonly string[] = [...notAsked, ...notKnowable];
