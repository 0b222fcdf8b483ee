export { KeyList } from '../program-keys/key-list.tsx'
export { WebhookList } from '../webhooks/webhook-list.tsx'
