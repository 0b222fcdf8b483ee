/** Whoever signs in. The named ones come with the seed (`supabase/seed.sql`); tests that change a person make their own. */
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
