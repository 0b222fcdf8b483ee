import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ConfigError } from './config/environment-variables.ts'

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Trusts the authorities in the file that NODE_EXTRA_CA_CERTS names, in this thread. Node reads that variable itself,
 * but before a file of --env-file, which may set it.
 */
export function trustExtraCertificates(file: string) {
  if (getCACertificates('extra').length > 0) return
  setDefaultCACertificates([...getCACertificates(), ...certificatesIn(file)])
}

function certificatesIn(file: string): string[] {
  try {
    const found = readFileSync(file, 'utf8').match(CERTIFICATES)
    if (found) return found
  } catch (cause) {
    throw new ConfigError(`NODE_EXTRA_CA_CERTS should be a file that can be read: ${file}.`, { cause })
  }
  throw new ConfigError(`NODE_EXTRA_CA_CERTS should be a file of certificates in PEM: ${file} holds none.`)
}
