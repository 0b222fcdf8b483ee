import ICAL from 'ical.js'

const MAX_OCTETS = 75

/**
 * What RFC 5545 does not allow in an iCalendar object. The parser is another library than the one that writes: it refuses broken
 * lines and values, and the rest of the rules is about what has to be there.
 */
export function calendarProblems(text: string): string[] {
  const problems: string[] = []
  const need = (isRight: boolean, rule: string) => void (isRight || problems.push(rule))
  const lines = text.split('\r\n')
  need(
    lines.every((line) => Buffer.byteLength(line) <= MAX_OCTETS),
    'A line has at most 75 octets.',
  )
  need(
    lines.every((line) => !/[\r\n]/.test(line)),
    'A line ends with CRLF.',
  )
  need(
    lines.every((line) => !line.includes('\uFFFD')),
    'No character is cut in two.',
  )
  const calendar = new ICAL.Component(ICAL.parse(text))
  need(calendar.name === 'vcalendar', 'It is a VCALENDAR.')
  for (const name of ['prodid', 'version']) need(calendar.getAllProperties(name).length === 1, `One ${name}.`)
  const events = calendar.getAllSubcomponents('vevent')
  for (const event of events) {
    for (const name of ['uid', 'dtstamp', 'dtstart']) {
      need(event.getAllProperties(name).length === 1, `One ${name} in each event.`)
    }
    need(/^[^;:]*:\d{8}T\d{6}Z$/.test(event.getFirstProperty('dtstamp')?.toICALString() ?? ''), 'DTSTAMP is in UTC.')
    const { startDate, endDate } = new ICAL.Event(event)
    need(startDate.compare(endDate) < 0, 'An event ends after it starts.')
    need(startDate.isDate === endDate.isDate, 'Start and end are of one type.')
    need(
      startDate.isDate || startDate.zone === ICAL.Timezone.utcTimezone,
      'A time without a zone definition is in UTC.',
    )
  }
  const uids = events.map((event) => event.getFirstPropertyValue('uid'))
  need(new Set(uids).size === uids.length, 'Each UID stands once.')
  return problems
}
