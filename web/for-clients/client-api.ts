import type { Project } from '../lib/supabase-project.ts'
import type { ClientPageData, PageContext, RefusedAnswer } from './client-page-data.ts'
import type { MonthPageData } from './month-data.ts'
import { refusedAnswer } from './refused-answer.ts'
import { refusedRequest, requestProblem } from './refused-request.ts'
import { refusedSecret } from './wanted-secret.ts'

const PATIENCE_MS = 20_000

/**
 * Calls the function `for-client` with a client's token. The token is in the body, since addresses are logged. What a colleague
 * looks at in a `preview` does not count as opened.
 */
export function clientApi({ supabaseUrl, supabaseAnonKey }: Project, token: string, preview: boolean) {
  async function ask(body: object): Promise<Response | undefined> {
    const response = await fetch(new URL('/functions/v1/for-client', supabaseUrl), {
      method: 'POST',
      headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...(preview && { preview }), ...body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error('The server is not answering. Please try again.')
    return response
  }
  return {
    page: async (page: number): Promise<ClientPageData | undefined> => (await ask({ page }))?.json(),
    month: async (month: string): Promise<MonthPageData | undefined> => (await ask({ month }))?.json(),
    file: async (file: string, size?: 'small') => (await ask({ file, size }))?.blob(),
    async answer(form: FormData): Promise<RefusedAnswer | undefined> {
      const { outcome } = (await (await ask(Object.fromEntries(form)))?.json()) ?? {}
      return refusedAnswer(String(outcome), form)
    },
    async handOver(form: FormData): Promise<Pick<PageContext, 'refusedSecret'>> {
      const { outcome } = (await (await ask(Object.fromEntries(form)))?.json()) ?? {}
      return { refusedSecret: refusedSecret(String(outcome), form) }
    },
    async request(form: FormData): Promise<Pick<PageContext, 'refusedRequest' | 'hasSent'>> {
      const { outcome } = (await (await ask({ request: Object.fromEntries(form) }))?.json()) ?? {}
      const problem = requestProblem(String(outcome))
      if (problem !== undefined) return { refusedRequest: refusedRequest(problem, form, false) }
      return { hasSent: outcome !== undefined }
    },
  }
}

export type CallForClient = ReturnType<typeof clientApi>
