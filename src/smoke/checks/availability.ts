import { vehiclesSchema } from '../../api/schemas.ts';
import type { Check } from '../check.ts';
import { offer } from '../facts.ts';
import { fieldFindings, fieldOfEach } from '../shape.ts';
import { listedChecks, ofEntries, type Listed } from './listed.ts';

const vehicles: Listed = {
  group: 'availability',
  things: 'vehicles',
  endpointSection: 'Endpoints: GET /vehicles/availability',
  section: 'Resources: Vehicle',
  schema: vehiclesSchema,
  idKey: 'vehicleId',
  priceKey: 'rentalDailyRate',
  // No rule, but the checks of extras and quotes need one.
  empty: 'warn',
  answer: async (service) => (await offer(service)).answer,
};

export const availabilityChecks: readonly Check[] = [
  ...listedChecks(vehicles),
  {
    id: 'availability-images',
    group: 'availability',
    section: vehicles.section,
    title: 'imageUrl is a URI',
    run: (service) =>
      ofEntries(vehicles, service, (answer, list) => {
        const addresses = fieldOfEach(list, 'imageUrl').filter(({ value }) => typeof value === 'string');
        return fieldFindings(answer, addresses, 'a URI with its scheme', (value) => isUri(String(value)));
      }),
  },
];

/** RFC 3986: a scheme, and only characters that a URI is written with. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i.test(text) && URL.canParse(text);
}
