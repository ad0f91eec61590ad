import type { OperatorOptions } from './options.ts';

/** What the operator may object to, in two languages. */
const TEXTS = {
  'not an integer': ['Please send an integer.', 'Bitte eine ganze Zahl angeben.'],
  'not a date': ['Please send a date of the calendar.', 'Bitte ein gültiges Datum angeben.'],
  'unknown parameter': ['This service has no such parameter.', 'Dieser Parameter ist uns nicht bekannt.'],
  'unknown depot': ['We have no such depot.', 'Diese Station gibt es nicht.'],
  'unknown vehicle': ['We have no such vehicle.', 'Dieses Fahrzeug gibt es nicht.'],
  'unknown extra': ['We have no such extra.', 'Dieses Zubehör gibt es nicht.'],
  'past or reversed': ['These dates are in the past or reversed.', 'Diese Daten liegen nicht in der Zukunft.'],
  closed: ['The depot is closed that day.', 'Die Station ist an diesem Tag geschlossen.'],
  'too short': ['The trip is too short.', 'Die Mietdauer ist zu kurz.'],
  'too long': ['The trip is too long.', 'Die Mietdauer ist zu lang.'],
  'too far ahead': ['You cannot book so far ahead.', 'So weit im Voraus ist keine Buchung möglich.'],
  'too soon': ['You must book earlier.', 'Bitte früher buchen.'],
  'one-way': ['Please return to the same depot.', 'Die Rückgabe ist nur an derselben Station möglich.'],
  'round trip': ['Please return to another depot.', 'Die Rückgabe ist nur an einer anderen Station möglich.'],
  'not available': ['The vehicle is not available for this trip.', 'Das Fahrzeug ist dafür nicht verfügbar.'],
} as const;

export type Objection = keyof typeof TEXTS;

export function textOf(objection: Objection, language: OperatorOptions['language']): string {
  const [english, german] = TEXTS[objection];
  if (language === 'few words') return objection === 'not available' ? 'Not available' : 'No';
  return language === 'English' ? english : german;
}
