import { type ServiceClient, unwrap } from '../../database.ts'
import type { ClientMailStore } from './send.ts'
import type { ClientMail } from './words.ts'

const BUCKET = 'client-update-files'
const MAX_PER_CALL = 20
/** The time for which mails are claimed: longer than queueing all of them takes. */
const CLAIMED_MS = 5 * 60_000
const MAX_PICTURES = 3
const PICTURE_PX = 440
/** The largest picture in a mail: mailboxes refuse large mails, and the queue stores pictures too. */
const LARGEST_PICTURE_BYTES = 150_000

/** The mails waiting in the table client_mails, accessed with the service key. */
export function clientMailStoreOf(supabase: ServiceClient): ClientMailStore {
  const table = () => supabase.from('client_mails')
  return {
    async claim() {
      const waiting = unwrap(await supabase.rpc('client_mails_to_send').order('created_at').limit(MAX_PER_CALL))
      const now = new Date()
      // A single UPDATE both selects and claims the rows, so that no other server claims them too.
      const claimed = await table()
        .update({ mailing_until: new Date(now.getTime() + CLAIMED_MS).toISOString() })
        .in(
          'id',
          waiting.map(({ mail }) => mail),
        )
        .is('mailed_at', null)
        .or(`mailing_until.is.null,mailing_until.lt.${now.toISOString()}`)
        .select('id')
      return Promise.all(unwrap(claimed).map(({ id }) => readMail(supabase, id)))
    },
    makeLink: async (id) => unwrap(await supabase.rpc('make_mailed_link', { mail: id })),
    async markMailed(id) {
      unwrap(await table().update({ mailed_at: new Date().toISOString(), mailing_until: null }).eq('id', id))
    },
    async release(id) {
      unwrap(await table().update({ mailing_until: null }).eq('id', id))
    },
  }
}

const WITH_UPDATE =
  'id, recipient, reminder, update:project_updates(title, content, update_type, answer_by, files:client_update_attachments(file_path, file_name, file_type), project:projects(name, client:clients(name, agency:agencies(name, email, phone))))'

async function readMail(supabase: ServiceClient, id: string): Promise<ClientMail> {
  const mails = supabase.from('client_mails').select(WITH_UPDATE)
  const { recipient, reminder, update } = unwrap(await mails.eq('id', id).single())
  const { files, project, title, content, update_type: type, answer_by: answerBy } = update
  const shown =
    reminder !== null ? [] : files.filter(({ file_type }) => file_type.startsWith('image/')).slice(0, MAX_PICTURES)
  const pictures = (await Promise.all(shown.map((file) => smallPicture(supabase, file)))).flat()
  return {
    id,
    recipient,
    reminder,
    pictures,
    otherFiles: files.length - pictures.length,
    client: project.client.name,
    project: project.name,
    agency: project.client.agency,
    update: { title, content, type, answerBy },
  }
}

/** Scales a picture down; undefined if this installation cannot, as the client page shows it anyway. */
async function smallPicture(
  supabase: ServiceClient,
  { file_path, file_name }: { file_path: string; file_name: string },
) {
  const { data } = await supabase.storage.from(BUCKET).download(file_path, { transform: { width: PICTURE_PX } })
  if (!data || data.size > LARGEST_PICTURE_BYTES) return []
  const base64 = base64Of(new Uint8Array(await data.arrayBuffer()))
  return [{ cid: `${crypto.randomUUID()}@update`, type: data.type, base64, name: file_name }]
}

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
