export default function ReportsRoute() {
  return <p>Reports and analytics coming soon...</p>
}
