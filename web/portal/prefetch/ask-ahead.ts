import { asksForSecondStep, isSecondStepSettled } from '../../auth/second-step.ts'
import { requestName } from '../../lib/asked-ahead.ts'
import { storedSession } from '../../lib/stored-session.ts'
import { CONFIG, type Project, parseProject } from '../../lib/supabase-project.ts'
import { rememberedAgency } from '../me/own-agency.ts'
import type { FirstRequests } from './first-requests.ts'

/**
 * Stands in the page itself and sends the first requests of its screen before any code of the portal has come, which
 * takes their answers over (lib/asked-ahead.ts) until the first rows are drawn. A request that the screen does not send is
 * a request too many, and nothing else. Remembers the backend, which is public, so that the next visit need not wait for
 * its name.
 */
const PROJECT = 'project'

const asked = new Map<string, Promise<Response>>()
globalThis.askedAhead = asked

const requests: FirstRequests = JSON.parse(document.currentScript?.dataset.requests ?? '')
const remembered = localStorage.getItem(PROJECT)
const config = fetch(CONFIG)
asked.set(requestName('GET', CONFIG), config)
askBackend().catch((error: unknown) => console.info('Nothing could be asked ahead:', error))

async function askBackend() {
  try {
    if (remembered !== null) ask(parseProject(JSON.parse(remembered)))
  } catch {
    // The entry is not the portal's, for example that of an application that had this origin before, and is replaced.
  }
  const text = await (await config).clone().text()
  if (text === remembered) return
  ask(parseProject(JSON.parse(text)))
  localStorage.setItem(PROJECT, text)
}

function ask({ supabaseUrl, supabaseAnonKey: apikey, sessionKey }: Project) {
  const session = storedSession(sessionKey)
  // The recorded requests are those of an address without a search or filters.
  if (!session || window.location.search !== '') return
  const me = session.user.id
  const agency = rememberedAgency(me) ?? ''
  const authorization = `Bearer ${session.access_token}`
  const isSettled = isSecondStepSettled(session)
  for (const { method, path, headers, body } of agency === '' ? requests.whole : requests.narrowed) {
    if (isSettled && asksForSecondStep(path)) continue
    const address = supabaseUrl.replace(/\/$/, '') + path.replaceAll('{me}', me).replaceAll('{agency}', agency)
    const answer = fetch(address, { method, headers: { ...headers, apikey, authorization }, body: body ?? null })
    // Who takes the answer over hears of a failure; until then nobody does.
    answer.catch(() => undefined)
    asked.set(requestName(method, address, authorization), answer)
  }
}
