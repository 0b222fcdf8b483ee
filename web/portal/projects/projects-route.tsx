export default function ProjectsRoute() {
  return <p>Project Management</p>
}
