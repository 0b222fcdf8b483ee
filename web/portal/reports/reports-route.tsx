import { Placeholder } from '../page/placeholder.tsx'

export default function ReportsRoute() {
  return <Placeholder title="Reports" text="Reports and analytics coming soon..." />
}
