/** What the operator may object to. */
export type Objection =
  | 'not an integer'
  | 'not a date'
  | 'repeated'
  | 'unknown parameter'
  | 'unknown depot'
  | 'unknown vehicle'
  | 'unknown extra'
  | 'reversed'
  | 'past'
  | 'closed'
  | 'no pick-ups'
  | 'no drop-offs'
  | 'too short'
  | 'too long'
  | 'too far ahead'
  | 'too soon'
  | 'one-way'
  | 'round trip'
  | 'not available'
  | 'down';

export type Language = 'English' | 'German' | 'few words' | 'markup';

const ENGLISH: Readonly<Record<Objection, string>> = {
  'not an integer': 'This must be a whole number.',
  'not a date': 'This must be a date such as 2026-05-17.',
  repeated: 'Please send each parameter once.',
  'unknown parameter': 'There is a parameter that this service does not have.',
  'unknown depot': 'We have no such depot.',
  'unknown vehicle': 'We have no such vehicle.',
  'unknown extra': 'We have no such extra.',
  reversed: 'The return is before the start.',
  past: 'The start is in the past.',
  closed: 'The depot is closed that day.',
  'no pick-ups': 'You cannot start a trip at this depot.',
  'no drop-offs': 'You cannot end a trip at this depot.',
  'too short': 'The trip is too short.',
  'too long': 'The trip is too long.',
  'too far ahead': 'You cannot book so far ahead.',
  'too soon': 'You must book earlier.',
  'one-way': 'Please return to the same depot.',
  'round trip': 'Please return to another depot.',
  'not available': 'The vehicle is not available for the selected criteria.',
  down: 'Back soon.',
};

const GERMAN: Readonly<Record<Objection, string>> = {
  'not an integer': 'Bitte eine ganze Zahl angeben.',
  'not a date': 'Bitte ein gültiges Datum angeben.',
  repeated: 'Bitte jeden Parameter nur einmal angeben.',
  'unknown parameter': 'Dieser Parameter ist uns nicht bekannt.',
  'unknown depot': 'Diese Station gibt es nicht.',
  'unknown vehicle': 'Dieses Fahrzeug gibt es nicht.',
  'unknown extra': 'Dieses Zubehör gibt es nicht.',
  reversed: 'Die Rückgabe liegt vor der Abholung.',
  past: 'Die Abholung liegt in der Vergangenheit.',
  closed: 'Die Station ist an diesem Tag geschlossen.',
  'no pick-ups': 'Hier ist keine Abholung möglich.',
  'no drop-offs': 'Hier ist keine Rückgabe möglich.',
  'too short': 'Die Mietdauer ist zu kurz.',
  'too long': 'Die Mietdauer ist zu lang.',
  'too far ahead': 'So weit im Voraus ist keine Buchung möglich.',
  'too soon': 'Bitte früher buchen.',
  'one-way': 'Die Rückgabe ist nur an derselben Station möglich.',
  'round trip': 'Die Rückgabe ist nur an einer anderen Station möglich.',
  'not available': 'Das Fahrzeug ist für diese Auswahl nicht verfügbar.',
  down: 'Gleich wieder da.',
};

export function textOf(objection: Objection, language: Language): string {
  switch (language) {
    case 'English':
      return ENGLISH[objection];
    case 'German':
      return GERMAN[objection];
    case 'few words':
      return objection === 'not available' ? 'Not available' : 'No';
    case 'markup':
      return `<p class="error">${ENGLISH[objection]}</p>\n${'Please ring us. '.repeat(40)}`;
  }
}

export function missingText(parameter: string): string {
  return `Missing required query parameter: ${parameter}`;
}
