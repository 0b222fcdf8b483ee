import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyEntry } from './entry-form.ts'
import { writePayload } from './payload.ts'
import { LOCK_AFTER_MS, PUBLISH_EVERY_MS, Vault, VaultLocked } from './vault.ts'

const onLock = vi.fn(async () => {})
let vault: Vault
const payload = writePayload({
  salt: new Uint8Array(16),
  nonce: new Uint8Array(12),
  ciphertext: new Uint8Array(16),
})

beforeEach(() => {
  vi.useFakeTimers()
  onLock.mockClear()
  vault = new Vault(onLock)
})
afterEach(() => vi.useRealTimers())

it('[vault.md#passphrase] is locked while the passphrase is empty, and says what to do first', () => {
  expect(() => vault.passphrase()).toThrow(new VaultLocked())
  expect(() => vault.passphrase()).toThrow('Unlock the vault with a passphrase first.')
  vault.unlock(' correct horse ')
  expect(vault.passphrase()).toBe(' correct horse ')
})

it('takes what stands in the field, of whoever goes straight on to what needs it', () => {
  const stopWatching = vault.watchField(() => 'correct horse')
  expect(vault.passphrase()).toBe('correct horse')
  void vault.lock()
  stopWatching()
  expect(() => vault.passphrase()).toThrow(VaultLocked)
  vault.watchField(() => '  ')
  expect(() => vault.passphrase()).toThrow(VaultLocked)
})

it('[vault.md#passphrase] forgets everything when it is locked', () => {
  vault.unlock('correct horse')
  vault.keepDraft('new', { ...emptyEntry, password: 'secret' })
  vault.recordVerdict(vault.decryptor(), 'payload', 'opens', 'print')
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(vault.state().verdicts.size).toBe(1)
  vault.recordVerdict(vault.decryptor(), 'another', 'opens', 'print')
  void vault.lock()
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(() => vault.passphrase()).toThrow(VaultLocked)
  expect(() => vault.decryptor()).toThrow(VaultLocked)
  expect(vault.draft('new')).toBeUndefined()
  expect(vault.state().verdicts.size).toBe(0)
  expect(vault.state().fingerprints.size).toBe(0)
  expect(JSON.stringify(vault.state())).not.toContain('correct horse')
  expect(onLock).toHaveBeenCalledTimes(1)
})

it('hands the keys that it has to whoever knows the passphrase, while it is open', async () => {
  vault.unlock('correct horse')
  await expect(vault.decryptor().open(payload)).rejects.toThrow()
  expect((await vault.keysOf('correct horse')).size).toBe(1)
  expect((await vault.keysOf('correct horses')).size).toBe(0)
  void vault.lock()
  expect((await vault.keysOf('correct horse')).size).toBe(0)
})

it('keeps what was typed before there was a passphrase', () => {
  vault.keepDraft('new', { ...emptyEntry, password: 'secret' })
  vault.unlock('correct horse')
  expect(vault.draft('new')?.password).toBe('secret')
})

describe('without use', () => {
  it('locks after ten minutes', () => {
    vault.unlock('correct horse')
    vi.advanceTimersByTime(LOCK_AFTER_MS - 1)
    expect(vault.passphrase()).toBe('correct horse')
    vi.advanceTimersByTime(1)
    expect(() => vault.passphrase()).toThrow(VaultLocked)
    expect(vault.state().isLockedByItself).toBe(true)
    expect(onLock).toHaveBeenCalledTimes(1)
  })

  it('counts from the last use', () => {
    vault.unlock('correct horse')
    for (let minutes = 0; minutes < 30; minutes += 9) {
      vi.advanceTimersByTime(9 * 60_000)
      vault.postponeLocking()
    }
    expect(vault.passphrase()).toBe('correct horse')
  })

  it('counts the time a computer slept, while its timers stood still', () => {
    vault.unlock('correct horse')
    vi.setSystemTime(Date.now() + LOCK_AFTER_MS)
    expect(() => vault.passphrase()).toThrow(VaultLocked)
  })

  it('is not used again by whoever comes back too late', () => {
    vault.unlock('correct horse')
    vi.setSystemTime(Date.now() + LOCK_AFTER_MS)
    vault.postponeLocking()
    expect(vault.state().passphrase).toBe('')
  })

  it('forgets what was typed even if it was never unlocked', () => {
    vault.postponeLocking()
    vault.keepDraft('new', { ...emptyEntry, password: 'secret' })
    vi.advanceTimersByTime(LOCK_AFTER_MS)
    expect(vault.draft('new')).toBeUndefined()
  })
})

it('takes no verdict on a passphrase that is gone', () => {
  vault.unlock('correct horse')
  const decryptor = vault.decryptor()
  void vault.lock()
  vault.recordVerdict(decryptor, 'payload', 'opens', 'print')
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(vault.state().verdicts.size).toBe(0)
})

it('knows nothing of a former passphrase after another one, also not what is found out too late', () => {
  vault.unlock('first')
  const former = vault.decryptor()
  vault.recordVerdict(former, 'payload', 'opens', 'print')
  vault.unlock('second')
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(vault.state().verdicts.size).toBe(0)
  vault.recordVerdict(former, 'payload', 'opens', 'print')
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(vault.state().verdicts.size).toBe(0)
})

it('tells many verdicts at once, so that the screen is not drawn anew for each', () => {
  vault.unlock('correct horse')
  const told = vi.fn()
  vault.subscribe(told)
  for (let number = 0; number < 1000; number += 1) vault.recordVerdict(vault.decryptor(), `payload ${number}`, 'opens')
  vi.advanceTimersByTime(PUBLISH_EVERY_MS)
  expect(vault.state().verdicts.size).toBe(1000)
  expect(told).toHaveBeenCalledTimes(1)
})

it('forgets what it found out about payloads that are gone', () => {
  vault.unlock('correct horse')
  for (const payload of ['old', 'new']) vault.recordVerdict(vault.decryptor(), payload, 'opens', 'print')
  vault.keepOnly(new Set(['new', 'newest']))
  expect([...vault.state().verdicts.keys()]).toEqual(['new'])
  expect([...vault.state().fingerprints.keys()]).toEqual(['new'])
})
