/**
 * A person who signs in. The named ones come from the seed (`supabase/seed.sql`); tests that change a person create
 * their own.
 */
export interface Person {
  name: string
  email: string
  password: string
}

const seeded = (name: string, email: string): Person => ({ name, email, password: 'mainstreet' })

export const ana = seeded('Ana Reyes', 'ana@north.test')
export const ben = seeded('Ben Carter', 'ben@north.test')
export const cleo = seeded('Cleo Martin', 'cleo@south.test')
export const sol = seeded('Sol Okafor', 'sol@mainstreet.test')
export const abe = seeded('Abe Lindqvist', 'abe@north.test')
export const uma = seeded('Uma Patel', 'uma@north.test')

let made = 0

/** Returns a word that no other test or earlier run has used, so that tests can run in parallel and repeatedly. */
export function unique(word: string): string {
  made += 1
  return `${word} ${process.pid.toString(36)}${Date.now().toString(36)}${made}`
}

/** Returns the data of a person without an account. */
export function newcomer(): Person {
  const name = unique('Newcomer')
  return { name, email: `${name.replace(' ', '-').toLowerCase()}@nowhere.test`, password: 'first-secret-1' }
}
