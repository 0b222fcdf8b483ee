import type { Rights, RowName, Verb } from './rights.ts'
import type { Person, Stage } from './stage.ts'
import type { Agency, World } from './world.ts'

/** The bucket in which the files of updates lie. */
export const BUCKET = 'client-update-files'

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const table = 'id,name\n1,Bread\n'

export const csv = (text = table) => new Blob([text], { type: 'text/csv' })

export const pathIn = (update: string) => `${update}/${Date.now()}_${crypto.randomUUID()}.csv`

export async function contentOf({ service }: Stage, path: string): Promise<string | undefined> {
  const { data } = await service.storage.from(BUCKET).download(path)
  return data === null ? undefined : data.text()
}

export async function put({ service }: Stage, path: string): Promise<string> {
  const { error } = await service.storage.from(BUCKET).upload(path, csv())
  if (error) throw new Error(`The trial's file could not be put there: ${error.message}`)
  return path
}

/** Lets a caller try every verb on files of an update in each agency, and returns where it worked. */
export async function tryFiles(caller: Person, world: World): Promise<Rights> {
  const worked: Record<Verb, RowName[]> = { select: [], insert: [], update: [], delete: [] }
  for (const verb of verbs) {
    for (const agency of agencies) {
      if (await trials[verb](caller, world.work[agency].update, world.stage)) worked[verb].push(agency)
    }
  }
  return worked
}

const verbs: readonly Verb[] = ['select', 'insert', 'update', 'delete']

/** Each verb, tried by a caller on a file of this update; true if it worked, by what the service role finds. */
const trials: Record<Verb, (caller: Person, update: string, stage: Stage) => Promise<boolean>> = {
  async insert(caller, update, stage) {
    const path = pathIn(update)
    await caller.db.storage.from(BUCKET).upload(path, csv())
    return (await contentOf(stage, path)) !== undefined
  },

  async select(caller, update, stage) {
    const path = await put(stage, pathIn(update))
    const name = path.slice(update.length + 1)
    const files = caller.db.storage.from(BUCKET)
    const ways = await Promise.all([
      files.download(path).then(async ({ data }) => (await data?.text()) === table),
      files.list(update, { search: name }).then(({ data }) => data?.some((file) => file.name === name) ?? false),
      files.createSignedUrl(path, 60).then(({ data }) => data?.signedUrl !== undefined),
      // It throws where the token itself is refused.
      files.exists(path).then(
        ({ data }) => data,
        () => false,
      ),
    ])
    // Whoever does not see a file learns nothing of it, by whichever way they ask.
    if (new Set(ways).size > 1) throw new Error(`Download, list, signed address and existence differ: ${ways}`)
    return ways[0]
  },

  async update(caller, update, stage) {
    const [path, other] = [await put(stage, pathIn(update)), await put(stage, pathIn(update))]
    const files = caller.db.storage.from(BUCKET)
    await files.update(path, csv('exchanged'))
    await files.upload(path, csv('exchanged'), { upsert: true })
    await files.move(other, `${other}.moved.csv`)
    return (await contentOf(stage, path)) !== table || (await contentOf(stage, other)) !== table
  },

  async delete(caller, update, stage) {
    const path = await put(stage, pathIn(update))
    await caller.db.storage.from(BUCKET).remove([path])
    return (await contentOf(stage, path)) === undefined
  },
}
