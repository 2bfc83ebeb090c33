/**
 * Accounts: passwords, sessions on the pages, tokens for programs, profiles, quotas; who administers the
 * site, and its settings.
 */
@NullMarked
package org.gridtorrent.catalog.account;

import org.jspecify.annotations.NullMarked;
