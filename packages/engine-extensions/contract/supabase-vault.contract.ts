import { projectWithMigrations, upgradeDatabase } from 'engine/testing/features'
import { describe, expect, it } from 'vitest'

// A typical project that keeps the address of its functions in the vault for a scheduled job.
const { database, sql, as, project, vaultKey, write } = await projectWithMigrations(
  `select vault.create_secret('https://shop.test', 'project_url', 'Where it is');
   select vault.create_secret('secret-key', 'secret_key');
   create function public.project_url() returns text language sql security definer set search_path = '' as $$
     select decrypted_secret from vault.decrypted_secrets where name = 'project_url'
   $$;`,
)
const secrets = (where: string) =>
  sql(`select name, description, decrypted_secret from vault.decrypted_secrets where ${where}`)

describe('the vault', () => {
  it('is there for projects that use it, and shows what it keeps', async () => {
    expect(await secrets("name = 'project_url'")).toEqual([
      { name: 'project_url', description: 'Where it is', decrypted_secret: 'https://shop.test' },
    ])
    expect(await as('anon', 'select public.project_url()')).toEqual([{ project_url: 'https://shop.test' }])
  })

  it('stores them encrypted, each otherwise than another that is the same', async () => {
    await sql("select vault.create_secret('secret-key')")
    const stored = await sql<{ secret: string }>('select secret from vault.secrets')
    expect(new Set(stored.map(({ secret }) => secret)).size).toBe(3)
    for (const { secret } of stored) expect(Buffer.from(secret, 'base64').includes('secret-key')).toBe(false)
  })

  it('changes what is said of one, and leaves the rest', async () => {
    const [made] = await sql<{ id: string }>("select vault.create_secret('one', 'changing', 'First') as id")
    await sql('select vault.update_secret($1, $2)', made?.id, 'two')
    await sql('select vault.update_secret($1, new_name => $2, new_description => $3)', made?.id, 'changed', 'Second')
    expect(await secrets("name = 'changed'")).toEqual([
      { name: 'changed', description: 'Second', decrypted_secret: 'two' },
    ])
    await expect(sql("select vault.create_secret('three', 'changed')")).rejects.toMatchObject({ code: '23505' })
  })

  it('has the secrets of config.toml before the migrations, and follows what they become', async () => {
    const withSecrets = (vault: Record<string, string>) =>
      upgradeDatabase(
        database,
        { ...project, config: { ...project.config, db: { ...project.config.db, vault } } },
        vaultKey,
      )
    await write(`do $$ begin
      assert (select decrypted_secret from vault.decrypted_secrets where name = 'from_config') = 'first';
    end $$`)
    await withSecrets({ from_config: 'first', project_url: 'https://shop.test' })
    const [before] = await sql<{ id: string; secret: string }>(
      "select id, secret from vault.secrets where name = 'from_config'",
    )
    await withSecrets({ from_config: 'first' })
    expect(await sql("select id, secret from vault.secrets where name = 'from_config'")).toEqual([before])
    await withSecrets({ from_config: 'second' })
    expect(await secrets("name = 'from_config'")).toMatchObject([{ decrypted_secret: 'second' }])
    await sql("delete from vault.secrets where name = 'from_config'")
  })

  it('takes rows too, as its tables had them once', async () => {
    await sql("insert into vault.secrets (name, secret) values ('row', 'kept')")
    expect(await secrets("name = 'row'")).toMatchObject([{ decrypted_secret: 'kept' }])
    await sql("update vault.secrets set secret = 'changed' where name = 'row'")
    expect(await secrets("name = 'row'")).toMatchObject([{ decrypted_secret: 'changed' }])
  })

  it('does not show a secret as that of another row, nor with another key', async () => {
    const moved = new Error('Nothing of it stays.')
    const tried = database.transaction({}, async (tx) => {
      await tx.query(`
        alter table vault.secrets disable trigger user;
        update vault.secrets set secret = (select secret from vault.secrets where name = 'secret_key')
        where name = 'project_url'`)
      await tx.query('savepoint moved')
      await expect(tx.query('select * from vault.decrypted_secrets')).rejects.toThrow('Wrong key or corrupt data')
      await tx.query('rollback to savepoint moved')
      throw moved
    })
    await expect(tried).rejects.toThrow(moved)
    const settings = { 'engine.vault_key': 'another' }
    const read = { text: 'select * from vault.decrypted_secrets' }
    await expect(database.run({ settings }, read)).rejects.toThrow('Wrong key or corrupt data')
    await expect(database.run({ settings: { 'engine.vault_key': '' } }, read)).rejects.toThrow('keys.json')
  })

  it('is open to the project’s server, and to nobody else', async () => {
    expect(await as('service_role', "select vault.create_secret('mine', 'of the server')")).toHaveLength(1)
    expect(
      await as('service_role', "select decrypted_secret from vault.decrypted_secrets where name = 'of the server'"),
    ).toEqual([{ decrypted_secret: 'mine' }])
    await as('service_role', "delete from vault.secrets where name = 'of the server'")
    for (const role of ['anon', 'authenticated']) {
      for (const text of ['select * from vault.secrets', "select vault.create_secret('x')", 'select vault._key()']) {
        await expect(as(role, text)).rejects.toMatchObject({ code: '42501' })
      }
    }
  })

  it('takes secrets of migrations that an upgrade applies, several in one transaction', async () => {
    await write("select vault.create_secret('a', 'upgraded 1')", "select vault.create_secret('b', 'upgraded 2')")
    const { applied } = await upgradeDatabase(database, project, vaultKey)
    expect(applied).toHaveLength(2)
    expect(await secrets("name like 'upgraded %' order by 1")).toMatchObject([
      { decrypted_secret: 'a' },
      { decrypted_secret: 'b' },
    ])
  })
})
