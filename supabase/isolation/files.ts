import type { Rights, RowName, Verb } from './rights.ts'
import type { Person, Stage } from './stage.ts'
import type { Agency, World } from './world.ts'

/** The bucket of the files of updates. */
export const BUCKET = 'client-update-files'

/** A bucket, and the folder in it that belongs to an agency. */
export type BucketFolder = { bucket: string; folderIn: (world: World, agency: Agency) => string }
export const filesOfUpdates: BucketFolder = { bucket: BUCKET, folderIn: ({ work }, agency) => work[agency].update }
export const filesOfChat: BucketFolder = {
  bucket: 'chat-files',
  folderIn: (world, agency) => `${world.agencies[agency]}/${crypto.randomUUID()}`,
}

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const table = 'id,name\n1,Bread\n'

export const csv = (text = table) => new Blob([text], { type: 'text/csv' })

export const pathIn = (folder: string) => `${folder}/${Date.now()}_${crypto.randomUUID()}.csv`

export async function contentOf({ service }: Stage, path: string, bucket = BUCKET): Promise<string | undefined> {
  const { data } = await service.storage.from(bucket).download(path)
  return data === null ? undefined : data.text()
}

export async function put({ service }: Stage, path: string, bucket = BUCKET): Promise<string> {
  const { error } = await service.storage.from(bucket).upload(path, csv())
  if (error) throw new Error(`The trial's file could not be put there: ${error.message}`)
  return path
}

/** Lets a caller try every verb on files of each agency, and returns what worked. */
export async function tryFiles(caller: Person, world: World, place = filesOfUpdates): Promise<Rights> {
  const worked: Record<Verb, RowName[]> = { select: [], insert: [], update: [], delete: [] }
  for (const verb of verbs) {
    for (const agency of agencies) {
      if (await trials[verb](caller, { bucket: place.bucket, folder: place.folderIn(world, agency) }, world.stage))
        worked[verb].push(agency)
    }
  }
  return worked
}

const verbs: readonly Verb[] = ['select', 'insert', 'update', 'delete']

type Folder = { bucket: string; folder: string }

/** Tries each verb on a file in this folder; true if it worked, as the service role verifies. */
const trials: Record<Verb, (caller: Person, at: Folder, stage: Stage) => Promise<boolean>> = {
  async insert(caller, { bucket, folder }, stage) {
    const path = pathIn(folder)
    await caller.db.storage.from(bucket).upload(path, csv())
    return (await contentOf(stage, path, bucket)) !== undefined
  },

  async select(caller, { bucket, folder }, stage) {
    const path = await put(stage, pathIn(folder), bucket)
    const name = path.slice(folder.length + 1)
    const files = caller.db.storage.from(bucket)
    const ways = await Promise.all([
      files.download(path).then(async ({ data }) => (await data?.text()) === table),
      files.list(folder, { search: name }).then(({ data }) => data?.some((file) => file.name === name) ?? false),
      files.createSignedUrl(path, 60).then(({ data }) => data?.signedUrl !== undefined),
      // `exists` throws if the token itself is refused.
      files.exists(path).then(
        ({ data }) => data,
        () => false,
      ),
    ])
    // A file must be invisible by every method, or by none.
    if (new Set(ways).size > 1) throw new Error(`Download, list, signed address and existence differ: ${ways}`)
    return ways[0]
  },

  async update(caller, { bucket, folder }, stage) {
    const [path, other] = [await put(stage, pathIn(folder), bucket), await put(stage, pathIn(folder), bucket)]
    const files = caller.db.storage.from(bucket)
    await files.update(path, csv('exchanged'))
    await files.upload(path, csv('exchanged'), { upsert: true })
    await files.move(other, `${other}.moved.csv`)
    return (await contentOf(stage, path, bucket)) !== table || (await contentOf(stage, other, bucket)) !== table
  },

  async delete(caller, { bucket, folder }, stage) {
    const path = await put(stage, pathIn(folder), bucket)
    await caller.db.storage.from(bucket).remove([path])
    return (await contentOf(stage, path, bucket)) === undefined
  },
}
