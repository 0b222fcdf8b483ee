/** The cache that exists while somebody is signed in whose notices this device shows: service workers cannot read localStorage. */
const CACHE = 'push-session'

/** Undefined over plain http, where there are no pushes either. */
const caches: CacheStorage | undefined = globalThis.caches

export const startPushSession = async () => void (await caches?.open(CACHE))

/** Has the service worker show nothing of what is still on its way to this device. Never rejects, as private windows would. */
export const endPushSession = async () => void (await caches?.delete(CACHE).catch(() => false))

export const isPushSession = async () => (await caches?.has(CACHE)) === true
