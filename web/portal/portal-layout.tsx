import { Outlet } from 'react-router'

export default function PortalLayout() {
  return <Outlet />
}
