import { describeBudgets } from '@loadcast/core/testing';

describeBudgets('storage', {});
