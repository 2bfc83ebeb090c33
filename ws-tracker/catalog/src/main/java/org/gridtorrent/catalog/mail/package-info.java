/** Values of mail: what is to be sent, and whom it reaches. */
@NullMarked
package org.gridtorrent.catalog.mail;

import org.jspecify.annotations.NullMarked;
