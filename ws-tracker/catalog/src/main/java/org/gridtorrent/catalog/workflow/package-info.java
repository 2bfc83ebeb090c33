/**
 * Transactions across subjects: to publish, to register what a machine made, to withdraw a content or a
 * machine.
 */
@NullMarked
package org.gridtorrent.catalog.workflow;

import org.jspecify.annotations.NullMarked;
