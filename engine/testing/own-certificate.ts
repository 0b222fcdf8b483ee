import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a certificate for a host that is its own authority, and its key, into files of `folder`. Needs OpenSSL. */
export function ownCertificate(folder: string, host: string) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  execFileSync('openssl', [...request, '-keyout', keyFile, '-out', certFile, ...names], { stdio: 'pipe' })
  return { certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) }
}
