import { type Check, leftOut, ok, problem, reasonOf } from '../check-result.ts'

/** Authenticator codes are valid for half a minute, with as much tolerance before and after. */
const MAX_DIFFERENCE_SECONDS = 20

/** Compares this machine's clock with the database's and, if SITE_URL can be reached from here, with a web server's. */
export const clock: Check = async ({ examination, config }) => {
  const todo = 'Let both machines keep the time by NTP (systemd-timesyncd or chrony): `timedatectl set-ntp true`.'
  const before = Date.now()
  try {
    const { now } = await examination()
    // The database's time was read during the inspection, which takes a while or happened earlier.
    const off = (now - Date.now()) / 1000
    if (Math.abs(off) > MAX_DIFFERENCE_SECONDS + (Date.now() - before) / 1000) {
      return problem(`The database's clock is ${Math.round(off)} seconds away from this machine's.`, todo)
    }
  } catch (error) {
    return leftOut(`The database's clock was not asked: ${reasonOf(error)}`)
  }
  const date = await fetch(`${config.siteUrl}/health`).then(
    ({ headers }) => headers.get('date'),
    () => null,
  )
  const off = date ? (Date.parse(date) - Date.now()) / 1000 : 0
  if (Math.abs(off) > MAX_DIFFERENCE_SECONDS) {
    return problem(`The clock of ${config.siteUrl} is ${Math.round(off)} seconds away from this machine's.`, todo)
  }
  return ok('The clocks agree.')
}
