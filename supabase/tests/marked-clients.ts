import { afterEach } from 'vitest'
import { arrange, service } from './people.ts'

/** The clients of one file, marked by the domain of their addresses. They are removed after each test. */
export function markedClients() {
  const domain = `${crypto.randomUUID()}.test`
  const ofFile = `%@${domain}`
  afterEach(async () => {
    await arrange(service.from('clients').delete().like('email', ofFile))
  })
  return {
    domain,
    client: (name: string, more: object = {}) => ({ name, email: `${name.toLowerCase()}@${domain}`, ...more }),
    clients: () => arrange(service.from('clients').select().like('email', ofFile).order('name')),
  }
}
