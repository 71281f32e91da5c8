import { defineContract } from '#platform/api/endpoint.ts'

export const checkoutContract = defineContract({})
