/** What an account has besides its name: profile, stays on the pages, tokens for programs. */
@NullMarked
package org.gridtorrent.catalog.account;

import org.jspecify.annotations.NullMarked;
