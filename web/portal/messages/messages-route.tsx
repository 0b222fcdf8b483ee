export default function MessagesRoute() {
  return <p>Messages</p>
}
