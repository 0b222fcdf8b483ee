import { serviceClient } from '../_shared/database.ts'
import { Refusal } from '../_shared/http.ts'
import { forPrograms } from './for-programs.ts'

/** PostgreSQL's class of errors about values, such as a null character, that stop a request before it is answered. */
const ABOUT_VALUES = /^22/

/** Answers programs that bring a key of an agency: docs/for-programs.md. */
export default {
  fetch: (request: Request) =>
    forPrograms(request, async (asked) => {
      const { data, error } = await serviceClient().rpc('answer_program', asked)
      if (error && ABOUT_VALUES.test(error.code))
        throw new Refusal(400, 'The request has content that cannot be stored.')
      if (error) throw error
      const [answered] = data
      if (!answered) throw new Error('The database answered without a status.')
      return answered
    }),
}
