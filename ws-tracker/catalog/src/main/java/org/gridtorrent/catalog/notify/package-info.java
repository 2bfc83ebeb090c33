/**
 * What people are told: notices, on the page and by mail, and whom a change of access concerns.
 */
@NullMarked
package org.gridtorrent.catalog.notify;

import org.jspecify.annotations.NullMarked;
