import { z } from 'zod'

/** From whom a document comes and to whom it goes, as it is typed. */
export type Partners = {
  posiljalac_naziv: string
  posiljalac_grad: string
  posiljalac_drzava: string
  primalac_naziv: string
  primalac_pib: string
  primalac_mb: string
  primalac_grad: string
  zemlja_otpreme: string
}

/** As a new document begins. */
export const NO_PARTNERS: Partners = {
  posiljalac_naziv: '',
  posiljalac_grad: '',
  posiljalac_drzava: '',
  primalac_naziv: '',
  primalac_pib: '',
  primalac_mb: '',
  primalac_grad: '',
  zemlja_otpreme: '',
}

/** The names that the form gives its fields, in their order. */
export const PARTNER_LABELS: Partners = {
  posiljalac_naziv: 'Pošiljalac',
  posiljalac_grad: 'Grad pošiljaoca',
  posiljalac_drzava: 'Država pošiljaoca',
  primalac_naziv: 'Primalac',
  primalac_pib: 'PIB',
  primalac_mb: 'MB',
  primalac_grad: 'Grad primaoca',
  zemlja_otpreme: 'Zemlja otpreme',
}

/** What a kept draft must say of them. */
export const partnersShape = z.object({
  posiljalac_naziv: z.string(),
  posiljalac_grad: z.string(),
  posiljalac_drzava: z.string(),
  primalac_naziv: z.string(),
  primalac_pib: z.string(),
  primalac_mb: z.string(),
  primalac_grad: z.string(),
  zemlja_otpreme: z.string(),
})
