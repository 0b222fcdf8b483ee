import { Placeholder } from '../shell/placeholder.tsx'

export default function ProjectsRoute() {
  return <Placeholder title="Project Management" text="Projects are not available yet." />
}
