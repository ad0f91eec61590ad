/** What smoke does not report. A test fails when one of these is found, or another one is not. */

/** The share of planted defects that may be missed. */
export const mostMissed = 0.05;

/** A run has 34 requests for a good operator, and each of these needs one more. */
const notAsked: readonly string[] = [
  'availability with a malformed drop_off_depot_id: not refused',
  'availability with a malformed drop_off_depot_id: a 404',
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
  'insurance-types with a malformed drop_off_date: not refused',
  'insurance-types with a malformed drop_off_date: a crash',
];

/** Without another source of prices, amounts that are all in cents look like high prices. */
const notKnowable: readonly string[] = ['all: every amount in cents'];

export const knownMisses: readonly string[] = [...notAsked, ...notKnowable];
