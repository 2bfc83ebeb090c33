/** People's mail addresses, and the mail that waits to be sent ({@code Outbox}). */
@NullMarked
package org.gridtorrent.catalog.mail;

import org.jspecify.annotations.NullMarked;
