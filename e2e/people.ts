/** Whoever signs in. The named ones come with the seed (`supabase/seed.sql`); tests that change a person make their own. */
export interface Person {
  name: string
  email: string
  password: string
}

const seeded = (name: string, agency: string): Person => ({
  name,
  email: `${name.toLowerCase()}@${agency}.test`,
  password: 'mainstreet',
})

export const ana = seeded('Ana', 'north')
export const ben = seeded('Ben', 'north')
export const cleo = seeded('Cleo', 'south')
export const sol = seeded('Sol', 'mainstreet')
export const abe = seeded('Abe', 'north')
export const uma = seeded('Uma', 'north')
export const nia = seeded('Nia', 'nowhere')

let made = 0

/** A word no other test and no earlier run has used, so that tests can run beside each other and again. */
export function unique(word: string): string {
  made += 1
  return `${word} ${process.pid.toString(36)}${Date.now().toString(36)}${made}`
}

/** Somebody the system has never heard of. */
export function newcomer(): Person {
  const name = unique('Newcomer')
  return { name, email: `${name.replace(' ', '-').toLowerCase()}@nowhere.test`, password: 'first-secret-1' }
}
