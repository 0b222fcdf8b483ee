export default function HomeRoute() {
  return <p>Agency CRM Dashboard</p>
}
