import { Placeholder } from '../shell/placeholder.tsx'

export default function MessagesRoute() {
  return <Placeholder title="Messages" text="The team chat is not available yet." />
}
