export interface BranchesTables {
  branches: {
    id: string
    name: string
    address: string
    lat: number
    lng: number
    status: 'Open' | 'Closed'
    phone: string
    hours: string
    position: number
  }
}
