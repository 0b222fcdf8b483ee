import { serviceClient } from '../_shared/database.ts'
import { env } from '../_shared/runtime.ts'
import { answerCalendar } from './answer-calendar.ts'

/** Serves the calendar feeds of people: `GET /functions/v1/calendar/{secret}.ics`. */
export default {
  fetch: (request: Request) =>
    answerCalendar(request, {
      siteUrl: env('SITE_URL'),
      open: async (secret_hash) => {
        const { data, error } = await serviceClient().rpc('open_calendar_feed', { secret_hash })
        if (error) throw error
        return data
      },
    }),
}
