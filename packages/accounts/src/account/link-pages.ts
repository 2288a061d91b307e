import { z } from 'zod';
import { accountEndpoint, anyone } from './account-endpoint.js';
import { type FormPage, formPage } from './form-pages.js';

const linkPage = (purpose: FormPage, name: string, title: string) =>
  accountEndpoint({
    method: 'GET',
    path: `/${purpose}`,
    name,
    title,
    access: anyone,
    query: z.object({ token: z.string() }),
    handle: async ({ request }) => formPage(purpose, new URLSearchParams(request.query).get('token') ?? ''),
  });

export const confirmPage = linkPage('confirm', 'showSignUpForm', 'A form that finishes a sign-up');
export const resetPage = linkPage('reset', 'showResetForm', 'A form that sets a new password');
