import { expect, it } from 'vitest'
import { projectWithMigrations } from '../testing/project-with-migrations.ts'

const ana = '00000000-0000-0000-0000-00000000000a'
const { database, sql } = await projectWithMigrations(`
  insert into storage.buckets (id, name) values ('reels', 'reels'), ('others', 'others');
  insert into storage.objects (bucket_id, name, owner_id, metadata, updated_at) values
    ('reels', '${ana}/Zed.mp4', '${ana}', '{"size": 10}', '2026-01-01'),
    ('reels', '${ana}/a.mp4', '${ana}', '{"size": 5}', '2026-01-02'),
    ('reels', '${ana}/cut/one.mp4', '${ana}', '{"size": 1}', now()),
    ('reels', '${ana}/cut/two.mp4', '${ana}', '{"size": 1}', now()),
    ('reels', 'nobody/b.mp4', null, '{"size": 100}', now()),
    ('others', 'c.mp4', null, null, now());
  create policy "people keep a folder of their own" on storage.objects to authenticated
    using (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.uid()::text));`)

const asAna = (text: string) => {
  const claims = { role: 'authenticated', sub: ana }
  return database.run<{ name: string }>({ caller: { role: 'authenticated', claims } }, { text })
}
const names = async (args: string) => (await asAna(`select name from storage.search(${args})`)).map(({ name }) => name)

it('storage.search shows what is in a folder, as far as the caller may see it', async () => {
  expect(await names(`'${ana}/', 'reels', 100, 2`)).toEqual(['a.mp4', 'cut', 'Zed.mp4'])
  expect(await names(`'${ana}/', 'reels', sortorder => 'desc', limits => 2`)).toEqual(['Zed.mp4', 'cut'])
  expect(await names(`'${ana}/', 'reels', offsets => 2`)).toEqual(['Zed.mp4'])
  expect(await names(`'${ana}/', 'reels', search => 'CU'`)).toEqual(['cut'])
  expect(await names(`'${ana}/cut/', 'reels', sortcolumn => 'name'`)).toEqual(['one.mp4', 'two.mp4'])
  expect(await names(`'', 'reels'`)).toEqual([ana])
  const byDate = `'${ana}/', 'reels', sortcolumn => 'updated_at'`
  expect(await names(byDate)).toEqual(['cut', 'Zed.mp4', 'a.mp4'])
  expect(await names(`${byDate}, sortorder => 'desc'`)).toEqual(['cut', 'a.mp4', 'Zed.mp4'])
  expect(await asAna(`select * from storage.search('${ana}/cut', 'reels') limit 1`)).toEqual([
    { name: '', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
  ])
})

it('storage.get_size_by_bucket sums up what the caller may see', async () => {
  const text = 'select * from storage.get_size_by_bucket() order by 2'
  expect(await asAna(text)).toEqual([{ size: '17', bucket_id: 'reels' }])
  expect(await sql(text)).toEqual([
    { size: null, bucket_id: 'others' },
    { size: '117', bucket_id: 'reels' },
  ])
})

it('storage.can_insert_object asks the row policies, and leaves no row', async () => {
  const asked = (name: string) => asAna(`select storage.can_insert_object('reels', '${name}', null, '{}')`)
  await expect(asked('nobody/x.mp4')).rejects.toMatchObject({ code: '42501' })
  await expect(asked(`${ana}/x.mp4`)).rejects.toMatchObject({ code: 'PT200' })
  expect(await sql("select from storage.objects where name like '%x.mp4'")).toEqual([])
})
