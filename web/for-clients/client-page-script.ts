// The whole script of a client's page: a server that fills the page leaves it nothing to do.
import './client-page-element.ts'
