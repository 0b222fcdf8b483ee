import { type ServiceClient, unwrap } from '../../database.ts'
import type { AddressMailStore } from './send.ts'

export const addressMailStoreOf = (supabase: ServiceClient): AddressMailStore => ({
  async due() {
    const rows = unwrap(await supabase.rpc('due_address_mails'))
    return rows.map(({ kind, new_address: newAddress, ...mail }) => ({
      ...mail,
      kind: kind === 'undo' ? 'undo' : 'confirm',
      newAddress,
    }))
  },
  async markSent({ id, kind }) {
    unwrap(await supabase.rpc('address_mail_sent', { change: id, kind }))
  },
})
